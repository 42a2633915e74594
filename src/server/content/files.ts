import { brand } from '#brand'
import { apnProfile, apnProfilePath } from './apn.ts'
import type { Content } from './manifest.ts'

/** What of the content is fetched as files: both variants of every page (spec 2.2) and the iOS profile. */
export function contentFiles(content: Content) {
  const views = content
    .pages()
    .flatMap(({ view, path }) => [
      viewFile(`${view}.default.html`, () => content.get(path, 'desktop')?.html),
      viewFile(`${view}.sp.html`, () => content.get(path, 'mobile')?.html),
    ])
  const profile = {
    path: `/${apnProfilePath}`,
    type: 'application/x-apple-aspen-config',
    make: () => ({ text: apnProfile(brand.service, brand.company) }),
  }
  return [...views, profile]
}

const viewFile = (file: string, textOf: () => string | undefined) => ({
  path: `/assets/cop/views${file}`,
  type: 'text/html; charset=utf-8',
  make: () => ({ text: textOf() ?? '' }),
})
