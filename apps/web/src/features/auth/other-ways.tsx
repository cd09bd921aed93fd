import { KeyRound, Mail, MailCheck } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { write } from '../../api/client.ts'
import { useAction } from '../../ui/forms/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { hasPasskeys, passkeyError, signInWithPasskey, suggestPasskeys } from '../../session/passkey.ts'
import { newLinkBrowser } from './link-browser.ts'
import styles from './other-ways.module.css'

interface OtherWaysProps {
  /** Returns the typed address, or undefined after showing what is wrong with it. */
  readonly readEmail: () => Promise<string | undefined>
}

/** The ways to sign in without a password. */
export function OtherWays({ readEmail }: OtherWaysProps): ReactNode {
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const mail = useAction(
    async () => {
      const email = await readEmail()
      if (email === undefined) return
      await write('requestSignInLink', { body: { email, browser: newLinkBrowser() } })
      setMailedTo(email)
    },
    { fallback: 'Failed to request the link' },
  )
  return (
    <div className="stack3">
      <p className={styles.or}>
        <span>or without a password</span>
      </p>
      {hasPasskeys() && <PasskeyButton />}
      <Button pending={mail.pending} onMouseDown={keepFocus} onClick={() => mail.run()}>
        <Mail aria-hidden size={18} /> Mail me a link
      </Button>
      <ErrorText>{mail.error}</ErrorText>
      <output className={styles.status}>
        {mailedTo !== null && (
          <span className={styles.mailed}>
            <MailCheck aria-hidden size={20} className={styles.mark} />
            <span>
              <strong className={styles.check}>Check your mail</strong>
              If {mailedTo} has an account, a link is on its way. Open it in this browser within 15 minutes.
            </span>
          </span>
        )}
      </output>
    </div>
  )
}

/** Leaving a field shows or hides its error, which would move the button before the click lands. */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

function PasskeyButton(): ReactNode {
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  useEffect(() => {
    const suggestions = new AbortController()
    void suggestPasskeys(suggestions.signal)
    return () => suggestions.abort()
  }, [])
  const run = async (): Promise<void> => {
    setPending(true)
    setError(null)
    await signInWithPasskey().catch((failure: unknown) => {
      setError(passkeyError(failure, 'This passkey was not accepted. Sign in another way'))
      setPending(false)
    })
  }
  return (
    <>
      <Button pending={pending} onMouseDown={keepFocus} onClick={run}>
        <KeyRound aria-hidden size={18} /> Sign in with a passkey
      </Button>
      <ErrorText>{error}</ErrorText>
    </>
  )
}
