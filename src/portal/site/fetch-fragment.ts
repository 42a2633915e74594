import { MOBILE_BELOW_PX } from '#portal/shell/view-status.ts'
import { VIEWS_PATH, viewFile } from '#portal/site/view-file.ts'

/** Fetches a static page's text as the specification's loader does; undefined when there is none (spec 2.2). */
export async function fetchFragment(path: string) {
  const device = document.body.clientWidth < MOBILE_BELOW_PX ? 'mobile' : 'desktop'
  const file = viewFile(path, device)
  const text = file && (await fetchText(VIEWS_PATH + file))
  if (!text) return undefined
  const { body } = new DOMParser().parseFromString(text, 'text/html')
  const lead = body.querySelector('span[data-title]')
  return {
    html: body.innerHTML,
    title: lead?.getAttribute('data-title') ?? '',
    description: lead?.getAttribute('data-description') ?? '',
    date: lead?.getAttribute('data-date') ?? undefined,
  }
}

async function fetchText(address: string): Promise<string | undefined> {
  try {
    const answer = await fetch(address)
    return answer.ok ? await answer.text() : undefined
  } catch {
    return undefined
  }
}
