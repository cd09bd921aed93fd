import { email, firstName, lastName, mobile } from '@outlast/contract/fields/account'
import * as z from 'zod'

/** The profile's form: all of its fields, of which the call then takes what is new. Fetched when first needed. */
export const profileForm = z.object({ first_name: firstName, last_name: lastName, email, mobile, current_password: z.string() })
