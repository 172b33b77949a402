"""The history of the database schema, kept by alembic."""
