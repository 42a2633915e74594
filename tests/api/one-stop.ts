import type { OrderKey } from '#backend/contract/orders.ts'
import type { Harness } from './harness.ts'

/** What a member is sent here with who has typed the number at the receiving carrier. */
export async function handOff(harness: Harness, number: string) {
  const answer = await fetch(`${harness.carrier.url}/one-stop/tokens`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ number }),
  })
  const { consentUrl }: { consentUrl: string } = JSON.parse(await answer.text())
  const query = new URL(consentUrl).searchParams
  return { token: query.get('token') ?? '', returnUrl: query.get('return_url') ?? '' }
}

/** Where the way back of an order leads, as the server asks the area that handed the member over. */
export async function wayBack({ services: { work, exchanges } }: Harness, key: OrderKey) {
  const of = work.find(({ handOff: way }) => way?.path === '/portout/return')
  if (of?.handOff === undefined) throw new Error('No area answers /portout/return')
  return of.handOff.wayBack(exchanges, key)
}
