// Stands behind boot.js in the head of the pages that have Presses: until those run, a press that leads to another page of
// ours shows at once that it was taken. What stays on the page (a file, a place, another tab) is not marked.
const MARK = 'data-pressed'
const isFile = (address) => /\.(pdf|csv|json|zip|ics)$/.test(new URL(address).pathname)

function markPress(event) {
  const { type, target, submitter, button, metaKey, ctrlKey, shiftKey, altKey } = event
  if (event.defaultPrevented) return
  if (type === 'submit') {
    if (!isFile(target.action)) submitter?.setAttribute(MARK, '')
    return
  }
  const link = target.closest?.('a[href]')
  if (!link || button || metaKey || ctrlKey || shiftKey || altKey || link.target) return
  const isElsewhere = link.pathname !== location.pathname || link.search !== location.search
  if (link.origin !== location.origin || !isElsewhere || link.hasAttribute('download')) return
  if (!isFile(link.href)) link.setAttribute(MARK, '')
}

addEventListener('click', markPress)
addEventListener('submit', markPress)
// The browser gives a page back as it was left.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) for (const one of document.querySelectorAll(`[${MARK}]`)) one.removeAttribute(MARK)
})
