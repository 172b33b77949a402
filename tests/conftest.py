"""Settings that hold for every test."""

from hypothesis import HealthCheck, settings

# A busy machine is slow now and then: the clock must not decide whether a property holds.
settings.register_profile("quintet", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("quintet")
