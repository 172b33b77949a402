"""Commands and controls, one class per topic. Every method gets a `Request`."""
