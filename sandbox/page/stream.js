/** The live stream of events, which comes back by itself when the connection drops. */

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;

export class Stream {
  #socket = null;
  #pause = FIRST_PAUSE;
  #timer = null;
  #closed = false;
  #settle = null;

  /**
   * @param {string} user whose events
   * @param {(event: string, data: object) => void} hear
   * @param {(state: "open" | "lost") => void} tell what became of the connection
   */
  constructor(user, hear, tell) {
    this.user = user;
    this.hear = hear;
    this.tell = tell;
    // A laptop that wakes up, a phone that finds its network: try at once instead of waiting for the pause to end.
    this.hurry = () => this.#socket?.readyState === WebSocket.OPEN || this.#connect();
    addEventListener("online", this.hurry);
    /** Settled when the first attempt has succeeded or failed. */
    this.tried = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#connect();
  }

  #connect() {
    if (this.#closed || this.#socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.#timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(
      `${scheme}://${location.host}/sandbox/members/${encodeURIComponent(this.user)}/stream`,
    );
    this.#socket = socket;
    socket.addEventListener("message", (message) => this.#receive(JSON.parse(message.data)));
    socket.addEventListener("close", () => socket === this.#socket && this.#lost());
  }

  #receive({ event, data }) {
    if (event === "HELLO") {
      this.#pause = FIRST_PAUSE;
      this.tell("open");
      this.#settle();
    } else if (!this.#closed) {
      this.hear(event, data);
    }
  }

  #lost() {
    if (this.#closed) return;
    this.tell("lost");
    this.#settle();
    this.#timer = setTimeout(() => this.#connect(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.hurry);
    this.#socket?.close();
  }
}
