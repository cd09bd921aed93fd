import { addressProblem, useServerStatus } from '../../desk/server-status.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { copyText } from '../../lib/copy-text.ts'
import styles from './setup.module.css'

/** The address of the pool, to send to members. That they cannot open it is said above, beside the invitations. */
export function ShareAddress() {
  const server = useServerStatus()
  const address = `${server?.public_url ?? window.location.origin}/`
  const problem = server && addressProblem(server)
  const copy = async (): Promise<void> => {
    toast((await copyText(address)) ? 'Address copied' : 'Select the address and copy it')
  }
  return (
    <div className={styles.share}>
      <TextField
        label="Address of your pool"
        hint={problem === undefined ? 'Send it to your members. Anyone who opens it can read along, and register.' : undefined}
        readOnly
        value={address}
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={copy}>Copy Address</Button>
    </div>
  )
}
