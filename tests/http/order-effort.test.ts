import { expect, test } from 'vitest'
import { attribute } from '#server/content/html-tree.ts'
import { eidOf } from '../facts/eid.ts'
import { freshEmail, holdDocument, holder, register, typeCard, type Page } from './applicant.ts'
import { logIn, portalUrl, visit } from './portal.ts'

type Answers = Readonly<Record<string, string>>

/**
 * Counts what an applicant does, as decision 064 lists it: our own pages that are seen, what is chosen or ticked, links and
 * buttons that are pressed, and characters that are typed. Without script, where a postcode takes one press more.
 */
function countingFrom(first: Page) {
  let page = first
  const seen = new Set([first.url.pathname])
  const tally = { choices: 0, presses: 0, characters: 0 }

  function arrive(next: Page) {
    page = next
    if (next.url.origin === portalUrl) seen.add(next.url.pathname)
  }

  function countAnswer([name, value]: [string, string]) {
    const field = page.elements.find((one) => attribute(one, 'name') === name)
    const isChosen =
      field?.tagName === 'select' ||
      ['radio', 'checkbox'].includes((field && attribute(field, 'type')) ?? '')
    if (isChosen) tally.choices += 1
    else tally.characters += value.length
  }

  return {
    now: () => page,
    async follow(name: string) {
      tally.presses += 1
      arrive(await page.follow(name))
    },
    async press(name: string, answers: Answers = {}) {
      tally.presses += 1
      Object.entries(answers).forEach(countAnswer)
      arrive(await page.press(name, answers))
    },
    /** At the pages of others: counted by the minute, not by the press. */
    async elsewhere(visited: (page: Page) => Promise<Page>) {
      arrive(await visited(page))
    },
    /** The last tick and press are counted and not made: nobody is left with a contract. */
    counted: () => ({
      pages: seen.size,
      ...tally,
      choices: tally.choices + 1,
      presses: tally.presses + 1,
    }),
  }
}

type Counting = ReturnType<typeof countingFrom>

async function payAndAgree(way: Counting) {
  await way.press('カードを登録する')
  await way.elsewhere(typeCard)
  await way.press('最終確認へ', { agreed: 'yes' })
  expect(way.now().heading).toBe('お申し込み内容の最終確認')
}

/** Whoever is known to the provider and has told us where they live; nothing is left of it afterwards. */
async function asKnown(path: string, apply: (way: Counting) => Promise<void>) {
  const { page, open } = await logIn('watanabe', path)
  const way = countingFrom(page)
  await apply(way)
  await (await open('/order')).press('入力した内容を削除する')
  return way.counted()
}

// One after the other: they are the applications of one account.
test('申し込みの手数は、decision 064の表のとおり', async () => {
  const esim = await asKnown('/fee?gb=3&lines=1&kind=data', async (way) => {
    await way.follow('申し込みに進む')
    await way.follow('申し込みを始める')
    await way.press('次へ')
    await way.press('次へ', { size: 'esim', eid: eidOf(Date.now()) })
    await way.press('次へ', { user: 'holder' })
    await way.press('次へ')
    await way.press('次へ')
    await payAndAgree(way)
  })

  const voice = await asKnown('/order', async (way) => {
    await way.follow('申し込みを始める')
    await way.press('次へ', { lines: '1', plan: '13' })
    await way.press('次へ', { kind: 'voice' })
    await way.press('次へ', { size: 'nano' })
    await way.press('次へ', { by: 'new' })
    await way.press('次へ', { user: 'holder' })
    await way.press('次へ')
    await way.press('次へ')
    await way.press('読み取りを始める')
    await way.elsewhere(holdDocument)
    await payAndAgree(way)
  })

  const way = countingFrom(await visit().open('/order'))
  await way.follow('申し込みを始める')
  await way.press('次へ', { lines: '2', plan: '20' })
  await way.press('次へ', { kind: 'voice' })
  await way.press('次へ', { size: 'nano' })
  const lastDays = way.now().elements.filter(({ tagName }) => tagName === 'option')
  await way.press('次へ', {
    by: 'reservation',
    number: '09012345678',
    reservationNo: '1234567890',
    lastDay: attribute(lastDays.at(-2) ?? fail(), 'value') ?? '',
  })
  await way.press('次へ', { user: 'holder' })
  await way.press('次へ', { kind: 'data' })
  await way.press('次へ', { size: 'esim', eid: eidOf(Date.now() + 1) })
  await way.press('次へ', { user: 'holder' })
  await way.press('次へ')
  await way.elsewhere((page) => register(page, freshEmail()))
  await way.press('郵便番号から住所を入れる', { ...holder, birth: '19900401' })
  await way.press('次へ', { street: '太子堂1-2-3' })
  await way.press('読み取りを始める')
  await way.elsewhere(holdDocument)
  await payAndAgree(way)
  expect({ esim, voice, two: way.counted() }).toEqual({
    esim: { pages: 10, choices: 4, presses: 10, characters: 32 },
    voice: { pages: 12, choices: 8, presses: 12, characters: 0 },
    two: { pages: 16, choices: 13, presses: 16, characters: 101 },
  })
})

const fail = (): never => {
  throw new Error('no day is offered')
}
