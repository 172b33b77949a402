"""The database: SQLAlchemy over SQLite (or PostgreSQL). The only place that knows SQL, beside `migrations`."""
