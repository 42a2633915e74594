const WORD_MS = 3000

/** Serves every button with `data-copy`, those of hand-written pages too. Returns how to stop. */
export function startCopying(): (() => void) | undefined {
  // Browsers have a clipboard for pages over HTTPS only.
  if (!('clipboard' in navigator)) return undefined
  const listen = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null
    if (button) void copy(button)
  }
  document.addEventListener('click', listen)
  document.documentElement.dataset['copying'] = ''
  return () => {
    document.removeEventListener('click', listen)
    delete document.documentElement.dataset['copying']
  }
}

async function copy(button: Element) {
  const said = await navigator.clipboard.writeText(button.getAttribute('data-copy') ?? '').then(
    () => 'コピーしました',
    () => '選択してコピーしてください',
  )
  const word = button.firstElementChild
  if (!word) return
  word.textContent = said
  setTimeout(() => (word.textContent = 'コピー'), WORD_MS)
}
