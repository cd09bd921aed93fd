import { email, firstName, lastName, mobile } from '@outlast/contract/fields/account'
import * as z from 'zod'

/** Validates the profile form. A module of its own so that it loads only when a field is checked. */
export const profileForm = z.object({ first_name: firstName, last_name: lastName, email, mobile, current_password: z.string() })
