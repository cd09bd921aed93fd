/** What is said about tokens for programs (docs/api.md). */
export const TOKEN_ERRORS = {
  token_ended: {
    status: 401,
    message: 'This token has ended, was revoked or never existed. Create another one on the account page',
  },
  scope_missing: {
    status: 403,
    message: 'This token may not do that',
    detailed: 'This token may not do that. Its scopes: {scopes}',
  },
  too_many_tokens: { status: 409, message: 'Revoke a token first', detailed: 'You cannot have more than {max} tokens' },
  token_end_out_of_range: {
    status: 400,
    message: 'The end must be in the future, and not too far away',
    detailed: 'The end must be within the next {days} days',
  },
  token_not_found: { status: 404, message: 'You have no such token' },
} as const
