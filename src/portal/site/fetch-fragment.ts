import { VIEWS_PATH, viewFile } from '#portal/site/view-file.ts'

/** A width under 768 px is a phone (spec 4). */
const MOBILE_BELOW_PX = 768

/** Fetches a static page's text as the specification's loader does; undefined when there is none. */
export async function fetchFragment(path: string) {
  const device = document.body.clientWidth < MOBILE_BELOW_PX ? 'mobile' : 'desktop'
  const answer = await fetch(VIEWS_PATH + viewFile(path, device))
  if (!answer.ok) return undefined
  const html = await answer.text()
  const lead = new DOMParser().parseFromString(html, 'text/html').querySelector('span[data-title]')
  return {
    html,
    title: lead?.getAttribute('data-title') ?? '',
    description: lead?.getAttribute('data-description') ?? '',
  }
}
