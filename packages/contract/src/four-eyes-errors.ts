/** What is said where an action needs a second admin (docs/rules.md §11.12). */
export const FOUR_EYES_ERRORS = {
  second_needed: {
    status: 409,
    message: 'This needs a second admin. It waits on the desk of the others for 30 minutes',
  },
  second_needed_apart: {
    status: 409,
    message: 'A part of this needs a second admin. Send that part alone, and it waits on the desk of the others',
    detailed: '“{entry}” needs a second admin here. Leave it out, and send it alone: it then waits on the desk of the others',
  },
  own_pick_open: {
    status: 409,
    message: 'Until the lock, pick for your own entry like every member, or ask another admin',
  },
  action_not_waiting: {
    status: 409,
    message:
      'This waits no longer: it was answered, its 30 minutes are over, its week has reopened, or who asked has signed out everywhere or is no admin any more',
  },
  second_is_asker: { status: 403, message: 'You asked for this, so another admin must answer' },
  only_asker: { status: 403, message: 'Only who asked for this may do that' },
} as const
