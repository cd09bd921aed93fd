import { TextField } from '../../components/forms/text-field.tsx'
import { Button } from '../../components/ui/button.tsx'
import { toast } from '../../components/ui/toast.tsx'
import { copyText } from '../../lib/copy-text.ts'
import styles from './setup.module.css'

/** The address of the pool, to send to members. */
export function ShareAddress() {
  const address = `${window.location.origin}/`
  const copy = async (): Promise<void> => {
    toast((await copyText(address)) ? 'Address copied' : 'Select the address and copy it')
  }
  return (
    <div className={styles.share}>
      <TextField
        label="Address of your pool"
        hint="Send it to your members. Anyone who opens it can read along, and register."
        readOnly
        value={address}
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={copy}>Copy Address</Button>
    </div>
  )
}
