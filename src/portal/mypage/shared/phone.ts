export type Phone = 'apple' | 'android'

/** From these versions on a telephone's own settings answer the link that adds an eSIM. */
const since = { apple: [17, 4], android: [10, 0] } as const

/** The telephone that asks, where it takes an eSIM by a link. Others read the code: nothing is offered that does not open. */
export function phoneOf(request: Request): Phone | undefined {
  const agent = request.headers.get('user-agent') ?? ''
  const apple = /iPhone OS (\d+)_(\d+)/.exec(agent)
  if (apple) return isSince(since.apple, apple) ? 'apple' : undefined
  const android = /Android (\d+)(?:\.(\d+))?/.exec(agent)
  return android && isSince(since.android, android) ? 'android' : undefined
}

function isSince([major, minor]: readonly [number, number], found: RegExpExecArray): boolean {
  const [, first, second = '0'] = found
  return Number(first) > major || (Number(first) === major && Number(second) >= minor)
}
