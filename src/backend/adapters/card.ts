import { newCard } from '#outside/card-page.ts'
import { cardDecision } from '#outside/card.ts'
import type { CardPort } from '#backend/ports/card.ts'
import { type OutsideOptions, PAGE_WAIT_MS, callOutside, requireOwn } from './outside-call.ts'
import type { CardPagePort } from '#backend/ports/card-page.ts'

/** Speaks docs/outside-systems.md section 3 over HTTP. */
export function createCard(options: OutsideOptions): CardPort {
  /** An answer of another order, or of another amount, has not paid this one. */
  const readOf = (asked: { orderId: string; amountYen?: number }) => async (answer: Response) => {
    const decision = cardDecision.parse(await answer.json())
    const { orderId: _, ...result } = requireOwn(decision, {
      orderId: asked.orderId,
      amountYen: asked.amountYen,
    })
    return result
  }
  const post = (path: string) => (body: { orderId: string; amountYen: number }) =>
    callOutside(options, { method: 'POST', path, body }, readOf(body))
  const find = (path: string) => (orderId: string) =>
    callOutside(
      options,
      { method: 'GET', path: `${path}/${encodeURIComponent(orderId)}` },
      readOf({ orderId }),
    )
  return {
    charge: post('/charges'),
    find: find('/charges'),
    refund: post('/refunds'),
    findRefund: find('/refunds'),
  }
}

/** Speaks docs/outside-systems.md section 1.4; `url` is the address of the page. */
export function createCardPage(options: OutsideOptions): CardPagePort {
  return {
    address({ returnUrl, state, isFirst }) {
      const query = new URLSearchParams({
        return_url: returnUrl,
        state,
        ...(isFirst && { purpose: 'register' }),
      })
      return `${options.url}?${query.toString()}`
    },
    exchange: (code) =>
      callOutside(
        { timeoutMs: PAGE_WAIT_MS, ...options },
        { method: 'POST', path: '/exchange', body: { code } },
        async (answer) => newCard.parse(await answer.json()),
      ),
  }
}
