import { aloneBody, fourEyes, fourEyesBody, waiting, waitingParams } from '../rest/admin/waiting.ts'
import { route } from '../route.ts'

const admin = { tag: 'admin weeks' } as const
const answer = { ...admin, params: waitingParams, responses: { 204: null }, idempotent: true } as const

export const fourEyesRoutes = {
  listWaiting: route('listWaiting', {
    ...admin,
    summary: 'What waits for a second admin, and whether four eyes are on',
    responses: { 200: waiting },
  }),
  confirmAction: route('confirmAction', {
    ...answer,
    summary: 'Do what another admin asked for',
    description:
      'It is decided again, as the call of who asked. Preview this call, and send the token along, to do only what was shown.',
    errors: ['action_not_waiting', 'second_is_asker'],
  }),
  refuseAction: route('refuseAction', {
    ...answer,
    summary: 'Refuse what another admin asked for',
    errors: ['action_not_waiting', 'second_is_asker'],
  }),
  withdrawAction: route('withdrawAction', {
    ...answer,
    summary: 'Take back what you asked for',
    errors: ['action_not_waiting', 'only_asker'],
  }),
  actAlone: route('actAlone', {
    ...answer,
    summary: 'In an emergency, do what you asked for without a second admin: everybody gets a mail',
    body: aloneBody,
    errors: ['action_not_waiting', 'only_asker', 'reason_required'],
  }),
  switchFourEyes: route('switchFourEyes', {
    ...admin,
    summary: 'Switch whether overrides after the lock, unmasking, reopening and closing a week need two admins',
    description: 'Switching it off waits for a second admin too.',
    body: fourEyesBody,
    responses: { 200: fourEyes },
    idempotent: true,
  }),
}
