"""REST v1: parse, call one service or selector, render. The contract is in docs/openapi.yml."""
