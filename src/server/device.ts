/** Which variant a first request gets (ours): the client hint, else the user agent; tablets count as desktop. */
export function deviceOf(headers: Headers): 'mobile' | 'desktop' {
  const hint = headers.get('sec-ch-ua-mobile')
  if (hint !== null) return hint === '?1' ? 'mobile' : 'desktop'
  const agent = headers.get('user-agent') ?? ''
  return /iPhone|iPod|Android.+Mobile|Windows Phone/.test(agent) ? 'mobile' : 'desktop'
}
