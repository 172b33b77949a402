"""More than one match: persons, servers, ratings, blocks, announcements."""
