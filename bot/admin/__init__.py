"""What an admin needs: commands' work, copies, health, metrics, logs."""
