// 「ここで試す」 on the pages for developers: the one thing there that needs script (docs/decisions/123). These pages alone load it, and it
// imports nothing: what is sent stands in the form. It serves every form with `data-try`, also on pages that are opened later.

/** What an answer says of itself, as far as it helps who writes a program. */
const shownHeaders = [
  'Content-Type',
  'RateLimit-Policy',
  'RateLimit',
  'Retry-After',
  'Deprecation',
  'Sunset',
  'X-Trace-Key',
]

export function startTrying(): void {
  const { dataset } = document.documentElement
  if ('trying' in dataset) return
  dataset['trying'] = ''
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.dataset['try'] === undefined) return
    event.preventDefault()
    void tryCall(form, form.dataset['try'])
  })
}

async function tryCall(form: HTMLFormElement, method: string) {
  const status = form.querySelector('[role="status"]')
  const shown = form.querySelector('pre')
  if (status === null || shown === null) return
  const given = new FormData(form)
  const [address, body] = ['address', 'body'].map((name) => given.get(name))
  if (typeof address !== 'string') return
  const headers = new Headers()
  for (const line of form.dataset['headers']?.split('\n') ?? []) {
    const [name = '', value = ''] = line.split(': ')
    headers.set(name, value)
  }
  status.textContent = '聞いています。'
  try {
    const began = performance.now()
    const answer = await fetch(address, {
      method,
      headers,
      credentials: 'omit',
      ...(typeof body === 'string' && { body }),
    })
    const text = await answer.text()
    const milliseconds = Math.round(performance.now() - began)
    status.textContent = `${answer.status}${answer.ok ? '' : '（エラー）'}・${milliseconds}ミリ秒`
    const sent = [`${method} ${address}`, form.dataset['headers'] ?? '']
    const request = typeof body === 'string' ? [...sent, '', body] : sent
    const received = shownHeaders.flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [`${name}: ${value}`]
    })
    show(shown, [...request, '', String(answer.status), ...received, '', readable(text)].join('\n'))
  } catch {
    status.textContent = 'つながりませんでした。通信を確かめて、もう一度押してください。'
  }
}

function show(pre: HTMLPreElement, text: string) {
  const [code] = pre.children
  if (code) code.textContent = text
  pre.parentElement?.removeAttribute('hidden')
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
