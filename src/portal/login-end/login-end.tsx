import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { LoginLeft } from '#protocol/platform.ts'
import { Button, ButtonLink, ButtonRow } from '#ui/button.tsx'
import { ABSOLUTE_HOURS, IDLE_MINUTES, loginAddress } from '#vocabulary/login.ts'
import { lastsWords, type Shown } from './course.ts'
import { useLoginEnd } from './use-login-end.ts'

type LoginEndProps = {
  readonly left: LoginLeft | undefined
  /** Where a login in another tab leads. */
  readonly back: string
}

/**
 * Says two minutes before that the login ends, and lets it go on by one press: nothing that was typed is touched
 * (WCAG 2.2.1). Whoever closes it is there, so it goes on.
 */
export function LoginEnd({ left, back }: LoginEndProps) {
  const { shown, keepOn, close } = useLoginEnd(left)
  const says = saysOf(shown)
  return (
    <EndDialog says={says} onDismiss={says === 'may go on' ? keepOn : close}>
      {shown === undefined ? null : shown === 'over' ? (
        <Over onClose={close} back={back} />
      ) : (
        <Ending shown={shown} onKeepOn={keepOn} onClose={close} back={back} />
      )}
    </EndDialog>
  )
}

type Says = 'nothing' | 'may go on' | 'ends' | 'over'

function saysOf(shown: Shown): Says {
  if (shown === undefined) return 'nothing'
  if (shown === 'over') return 'over'
  return shown.canGoOn ? 'may go on' : 'ends'
}

const TITLE = 'login-end-title'
const TEXT = 'login-end-text'

type EndDialogProps = {
  readonly says: Says
  readonly onDismiss: () => void
  readonly children: ReactNode
}

/**
 * The browser's own modal dialog puts the focus on its first button, keeps it inside, and gives it back to the field it was
 * in. What is said anew opens it anew: else the focus would go with the button that has gone.
 */
function EndDialog({ says, onDismiss, children }: EndDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.close()
    if (says !== 'nothing') dialog.current?.showModal()
  }, [says])
  return (
    <dialog
      ref={dialog}
      className="login-end"
      role="alertdialog"
      aria-labelledby={TITLE}
      aria-describedby={TEXT}
      onCancel={(event) => {
        event.preventDefault()
        onDismiss()
      }}
    >
      {children}
    </dialog>
  )
}

type EndingProps = {
  readonly shown: Exclude<Shown, undefined | 'over'>
  readonly onKeepOn: () => void
  readonly onClose: () => void
  readonly back: string
}

function Ending({ shown, onKeepOn, onClose, back }: EndingProps) {
  const title = `あと${lastsWords(shown.saidSeconds)}でログアウトします`
  return (
    <div className="flow">
      <h2 id={TITLE}>{title}</h2>
      <Countdown endsAtMs={shown.endsAtMs} />
      <p id={TEXT}>
        {shown.canGoOn
          ? `${IDLE_MINUTES}分のあいだ操作がないと、ログインは終わります。続けると、入力した内容はそのまま残ります。`
          : `ログインから${ABSOLUTE_HOURS}時間がたつので、このままでは延ばせません。新しいタブでログインし直すと、入力した内容のまま、この画面で続けられます。`}
      </p>
      <p role="status" className="visually-hidden">
        {title}
      </p>
      <ButtonRow>
        {shown.canGoOn ? (
          <Button kind="primary" type="button" onClick={onKeepOn}>
            ログインを続ける
          </Button>
        ) : (
          <LogInBeside back={back} />
        )}
        {shown.canGoOn ? (
          <ButtonLink kind="plain" href="/auth/logout">
            ログアウトする
          </ButtonLink>
        ) : (
          <Button kind="plain" type="button" onClick={onClose}>
            閉じる
          </Button>
        )}
      </ButtonRow>
    </div>
  )
}

/** For the eye; the ear hears the title when it changes. */
function Countdown({ endsAtMs }: { readonly endsAtMs: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((endsAtMs - now) / 1000))
  return (
    <p className="login-end__left" aria-hidden="true">
      あと<b>{lastsWords(seconds)}</b>
    </p>
  )
}

function Over({ onClose, back }: Pick<EndingProps, 'onClose' | 'back'>) {
  return (
    <div className="flow">
      <h2 id={TITLE}>ログアウトしました</h2>
      <p id={TEXT}>
        入力した内容は、この画面に残っています。新しいタブでログインすると、この画面でそのまま続けられます。
      </p>
      <ButtonRow>
        <LogInBeside back={back} />
        <Button kind="plain" type="button" onClick={onClose}>
          閉じる
        </Button>
      </ButtonRow>
    </div>
  )
}

/** Beside this tab, which has what was typed. */
function LogInBeside({ back }: Pick<EndingProps, 'back'>) {
  return (
    <ButtonLink kind="primary" href={loginAddress(back)} target="_blank" rel="noopener">
      ログインする<span className="visually-hidden">（新しいタブで開きます）</span>
    </ButtonLink>
  )
}
