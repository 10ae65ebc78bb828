"""Which profiles make sense: all faults of a profile at once, types and bounds first, then sense (profile.md 3.1)."""

from rummy.sense.faults import SEVERITY, Fault, fault, pointer_of
from rummy.sense.judge import CHECKS, faults_of, sense_of

__all__ = ["CHECKS", "SEVERITY", "Fault", "fault", "faults_of", "pointer_of", "sense_of"]
