import { useEffect, useRef, useState } from 'react'
import { useFetchers, useNavigation } from 'react-router'
import { readCookie } from '#protocol/conventions.ts'
import { Button, ButtonRow } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAnswerInSight } from './answer-in-sight.ts'
import { watchFields, type PendingField } from './pending-field.ts'
import { reachWith, type Unreached } from './reach.ts'

const MARK = 'data-pressed'

/** At once, long before any answer, as early-presses.js does before this runs: a second press of the same is not taken while it is marked. */
function markPress(pressed: Element | null) {
  if (pressed === null) return
  pressed.setAttribute(MARK, '')
}

function unmarkPresses() {
  for (const pressed of document.querySelectorAll(`[${MARK}]`)) pressed.removeAttribute(MARK)
}

/** Whether this was pressed and is not answered yet. */
const isPressed = (element: Element | null) => element?.hasAttribute(MARK) ?? false

/** Only for what takes longer: whatever is quicker would flicker. */
const SKELETON_AFTER_MS = 300
/** A form that its own screen has kept back is not under way by then. */
const TAKEN_WITHIN_MS = 100

type Said =
  | { readonly what: 'unsent' }
  | { readonly what: 'unreached'; readonly unreached: Unreached }
  | { readonly what: 'pending'; readonly pending: PendingField }

/**
 * Looks after every press of a screen: it is answered at once, does not drop what stands in another form, and out of
 * reach of the network it leaves the screen as it is.
 */
export function Presses() {
  const [said, say] = useState<Said>()
  const [isOnItsWay, setOnItsWay] = useState(false)
  const navigation = useNavigation()
  const fetchers = useFetchers()
  const isIdle = navigation.state === 'idle' && fetchers.every(({ state }) => state === 'idle')
  const idle = useRef(isIdle)
  useEffect(() => {
    const wasIdle = idle.current
    idle.current = isIdle
    // What was marked before this ran is on its way by the browser.
    if (!isIdle || wasIdle) return
    unmarkPresses()
    setOnItsWay(false)
  }, [isIdle])

  useEffect(() => {
    const asked = window.fetch
    window.fetch = reachWith(
      asked.bind(window),
      { origin: () => location.origin, cookieOf: (name) => readCookie(document.cookie, name) },
      (unreached) => say(unreached && { what: 'unreached', unreached }),
    )
    return () => void (window.fetch = asked)
  }, [])

  useEffect(() => watchPresses({ say, setOnItsWay, isIdle: () => idle.current }), [])

  useAnswerInSight(navigation.state !== 'idle' && navigation.formMethod === 'POST')
  const isReading = navigation.state === 'loading' && navigation.formMethod !== 'POST'
  const isSlow = useIsSlow(isOnItsWay || isReading)
  return (
    <>
      {isSlow ? (
        <div className="on-its-way">
          <Skeleton lines={6} />
        </div>
      ) : null}
      {said === undefined ? null : <SaidNote said={said} onClose={() => say(undefined)} />}
    </>
  )
}

function useIsSlow(isWaiting: boolean) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), SKELETON_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isSlow
}

type Screen = {
  readonly say: (said: Said | undefined) => void
  readonly setOnItsWay: (is: boolean) => void
  readonly isIdle: () => boolean
}

function watchPresses({ say, setOnItsWay, isIdle }: Screen) {
  const { remember, pendingBeside } = watchFields()
  /** Its next press is meant: what stands elsewhere is left out. */
  let warned: HTMLElement | null = null
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const refuse = (event: Event, said: Said) => {
    stop(event)
    say(said)
  }

  /** Another page is on its way, or the app sends by itself; or the screen has kept it back. */
  const follow = (event: Event) =>
    setTimeout(() => {
      if (!event.defaultPrevented) setOnItsWay(true)
      else if (isIdle()) unmarkPresses()
    }, TAKEN_WITHIN_MS)

  const onSubmit = (event: SubmitEvent) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || isFile(form.action)) return
    if (isPressed(event.submitter)) return stop(event)
    // Whoever declines means to leave out what stands elsewhere.
    const pending = 'declines' in form.dataset ? undefined : pendingBeside(form)
    if (pending !== undefined && warned !== event.submitter) {
      warned = event.submitter
      return refuse(event, { what: 'pending', pending })
    }
    warned = null
    if (!navigator.onLine) return refuse(event, { what: 'unsent' })
    say(undefined)
    markPress(event.submitter)
    follow(event)
  }

  const onClick = (event: MouseEvent) => {
    const link = leavingLink(event)
    if (link === undefined) return
    if (isPressed(link)) return stop(event)
    if (!navigator.onLine) return refuse(event, { what: 'unsent' })
    markPress(link)
    follow(event)
  }

  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    unmarkPresses()
    setOnItsWay(false)
  }
  document.addEventListener('focusin', remember, true)
  document.addEventListener('submit', onSubmit, true)
  document.addEventListener('click', onClick, true)
  window.addEventListener('pageshow', onShow)
  return () => {
    document.removeEventListener('focusin', remember, true)
    document.removeEventListener('submit', onSubmit, true)
    document.removeEventListener('click', onClick, true)
    window.removeEventListener('pageshow', onShow)
  }
}

/** The browser keeps it, and stays on the page. */
const isFile = (address: string) => /\.(?:pdf|csv|json|zip|ics)$/.test(new URL(address).pathname)

/** The link of a plain click that leads to another page of ours; not to a file, to a place on this page or to a new tab. */
function leavingLink(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.hasAttribute('href') || link.target !== '' || link.hasAttribute('download'))
    return undefined
  const { origin, pathname, search } = new URL(link.href)
  if (origin !== location.origin || isFile(link.href)) return undefined
  return pathname === location.pathname && search === location.search ? undefined : link
}

function SaidNote({ said, onClose }: { said: Said; onClose: () => void }) {
  return (
    <div className="toast toast--warning" role="alert">
      <div className="flow">
        <SaidWords said={said} />
        <ButtonRow>
          {said.what === 'unreached' ? (
            <Button type="button" onClick={said.unreached.again}>
              {said.unreached.isChange ? 'もう一度送る' : 'もう一度読み込む'}
            </Button>
          ) : null}
          {said.what === 'pending' ? (
            <Button type="button" onClick={() => goTo(said.pending.field, onClose)}>
              入力欄に戻る
            </Button>
          ) : null}
          {said.what === 'unreached' ? null : (
            <Button kind="plain" type="button" onClick={onClose}>
              閉じる
            </Button>
          )}
        </ButtonRow>
      </div>
    </div>
  )
}

function goTo(field: HTMLElement, onClose: () => void) {
  const fold = field.closest('details')
  if (fold) fold.open = true
  field.focus()
  onClose()
}

function SaidWords({ said }: { said: Said }) {
  if (said.what === 'pending')
    return (
      <p>
        「{said.pending.label}」の入力がまだ送信されていません。「{said.pending.button}
        」を先に押してください。送信しないで続けるときは、もう一度同じボタンを押してください。
      </p>
    )
  if (said.what === 'unsent')
    return (
      <p>
        <strong>電波が届いていません。</strong>
        まだ送信していません。電波の届く場所で、もう一度押してください。
      </p>
    )
  const { isChange, isOutage } = said.unreached
  return (
    <p>
      <strong>{isOutage ? 'ただいま接続できません。' : '電波が届いていません。'}</strong>
      {isChange
        ? '送信できたかどうか、まだ分かりません。もう一度送っても、二重にはなりません。'
        : '電波の届く場所で、もう一度読み込んでください。'}
    </p>
  )
}
