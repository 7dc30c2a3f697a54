"""Do physics and rules AGREE: verdicts, policies, cases."""
