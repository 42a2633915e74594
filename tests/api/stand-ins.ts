type StandIn = { readonly url: string }
export type Fault = { mode: string; target?: string; times?: number; delayMs?: number }

/** Asks something of a stand-in of the outside that only tests and the demo ask. */
export async function askStandIn({ url }: StandIn, path: string, body: object) {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.status === 404) throw new Error(`The stand-in knows no ${path}`)
  return answer
}

/** A fault of a stand-in, until `off`. */
export const standInFault = (standIn: StandIn, fault: Fault) =>
  askStandIn(standIn, '/__faults', fault)
