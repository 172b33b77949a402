"""Rules about more than one match: people, servers, ratings, tournaments, blocks, announcements. No Discord, no SQL."""
