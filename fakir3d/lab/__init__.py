"""What designers and QA MEASURE: audits and their reports."""
