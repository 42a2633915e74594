export type Device = 'mobile' | 'desktop'

/** Which variant a first request gets (ours): the client hint, else the user agent; tablets count as desktop. */
export function deviceFrom(hint: string | undefined, agent: string | undefined): Device {
  if (hint !== undefined) return hint === '?1' ? 'mobile' : 'desktop'
  return /iPhone|iPod|Android.+Mobile|Windows Phone/.test(agent ?? '') ? 'mobile' : 'desktop'
}

export function deviceOf(headers: Headers): Device {
  return deviceFrom(
    headers.get('sec-ch-ua-mobile') ?? undefined,
    headers.get('user-agent') ?? undefined,
  )
}
