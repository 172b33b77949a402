"""Controls and the answers to them: custom ids, the router, the request pipeline."""
