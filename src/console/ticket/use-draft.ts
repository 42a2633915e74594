import { useEffect, useState, type RefObject } from 'react'
import { ticketDraftPlace } from '#console/shell/places.ts'

/** So long after the last stroke what was written is kept. */
const QUIET_MS = 1500

/**
 * Keeps the text of a form while somebody writes in it: a login that ends, or a browser that is closed, costs no words.
 * Without script there is the button.
 * @returns when it was kept last, as the clock on the wall says it; empty before that
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, ticketNo: string): string {
  const [savedAt, setSavedAt] = useState('')
  useEffect(() => {
    const element = form.current
    if (element === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let saved = textIn(element)
    const save = async () => {
      clearTimeout(timer)
      if (!element.isConnected || textIn(element) === saved) return
      saved = textIn(element)
      const body = new FormData(element)
      body.set('idempotencyKey', crypto.randomUUID())
      const init = { method: 'POST', body, keepalive: true }
      const answer = await fetch(ticketDraftPlace(ticketNo), init).catch(() => undefined)
      // A login that has ended leads to the page that asks for it: nothing was kept.
      if (answer?.ok && !answer.redirected && element.isConnected)
        setSavedAt(new Date().toTimeString().slice(0, 5))
    }
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void save(), QUIET_MS)
    }
    const leave = () => void save()
    element.addEventListener('input', soon)
    addEventListener('pagehide', leave)
    return () => {
      clearTimeout(timer)
      element.removeEventListener('input', soon)
      removeEventListener('pagehide', leave)
    }
  }, [form, ticketNo])
  return savedAt
}

const textIn = (form: HTMLFormElement): string => {
  const text = new FormData(form).get('text')
  return typeof text === 'string' ? text : ''
}
