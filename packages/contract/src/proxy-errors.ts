/** The errors of letting somebody pick for an entry (docs/rules.md §3.12). */
export const PROXY_ERRORS = {
  proxy_not_found: { status: 404, message: 'Nobody else picks for this entry any more' },
  proxy_is_owner: { status: 400, message: 'Choose another member: you pick for this entry anyway' },
  proxy_not_possible: {
    status: 409,
    message:
      'Nobody can be named here: the member waits for approval, an admin changed their address, or the entry is picked by hand',
  },
  proxy_end_out_of_range: {
    status: 400,
    message: 'The end must be in the future, and not too far away',
    detailed: 'The end must be within the next {days} days',
  },
} as const
