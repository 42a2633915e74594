import { matchPath } from 'react-router'
import { describe, expect, test } from 'vitest'
import routes from '#console/routes.ts'
import { attribute, descendants } from '#server/content/html-tree.ts'
import { entrances, screens, type Screen } from '../console-screens.ts'
import type { Page } from '../browser-without-script.ts'
import { logInAtDesk } from './console-desk.ts'

type Desk = Awaited<ReturnType<typeof logInAtDesk>>

async function openScreen({ open }: Pick<Desk, 'open'>, screen: Screen): Promise<Page> {
  if (typeof screen === 'string') return open(screen)
  const list = await open(screen.firstOf)
  const [row] = list.elements.filter((one) => attribute(one, 'data-row') !== undefined)
  const [link] = (row ? descendants(row) : []).filter(({ tagName }) => tagName === 'a')
  return open((link && attribute(link, 'href')) ?? `${screen.firstOf} is empty`, list.url)
}

/** Buttons that stand in no form and name none: only script could press them. */
function deadButtons({ elements }: Page) {
  const inForms = new Set(
    elements.filter(({ tagName }) => tagName === 'form').flatMap((form) => descendants(form)),
  )
  return elements.filter(
    (one) =>
      one.tagName === 'button' &&
      !inForms.has(one) &&
      attribute(one, 'form') === undefined &&
      attribute(one, 'hidden') === undefined,
  )
}

describe('スクリプトのない端末でも', () => {
  test.each(screens)('%sの画面はすべて開き、押せるものはすべて送れる', async (loginId, own) => {
    const desk = await logInAtDesk(loginId)
    for (const screen of own) {
      const page = await openScreen(desk, screen)
      expect([screen, page.heading === '', deadButtons(page)]).toEqual([screen, false, []])
    }
  })
})

test('コンソールのどの画面も、上のどれかで見ている', () => {
  const seen = screens.flatMap(([, paths]) =>
    paths.map((screen) => (typeof screen === 'string' ? screen : `${screen.firstOf}/first`)),
  )
  const visited = [...seen, ...entrances, '/c/grant', '/t/T-2222-22'].map(
    (path) => new URL(path, 'http://desk').pathname,
  )
  const pages = routes
    .filter(({ file, path = '' }) => file.endsWith('.tsx') && !path.startsWith('c/:grant/mypage'))
    .map(({ path = '' }) => `/${path}`)
  const unseen = pages.filter((pattern) => !visited.some((path) => matchPath(pattern, path)))
  expect(unseen).toEqual([])
})
