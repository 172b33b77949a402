"""The database: SQLAlchemy over SQLite or PostgreSQL. Besides `migrations`, the only place that knows SQL."""
