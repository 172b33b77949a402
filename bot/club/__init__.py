"""Everything around matches: people, servers, ratings, blocks, tournaments, announcements."""
