import { codeSentFor } from '../sent-codes.ts'
import type { visit } from './portal.ts'

export type Page = Awaited<ReturnType<ReturnType<typeof visit>['open']>>

/** As somebody new at the provider, whose address nobody else has. */
export async function register(page: Page, email: string) {
  const form = await page.follow('新しく登録する（無料）')
  const typed = { name: '山本 直子', email, password: 'a-long-password' }
  const code = await form.press('確認コードを送る', typed)
  return code.press('確認する', { code: await codeSentFor(code.url) })
}

let serial = 0
/** Of a mailbox that nobody has used before. */
export const freshEmail = () => `naoko-${Date.now()}-${(serial += 1)}@example.jp`

/** What the holder's page asks besides the address, which comes by the postcode. */
export const holder = {
  lastName: '山本',
  firstName: '直子',
  lastNameKana: 'やまもと',
  firstNameKana: 'なおこ',
  birth: '1990年4月1日',
  gender: 'female',
  zipCode: '154-0004',
  phone: '090-1111-2222',
}

/** Holds a document to the reader's stand-in, on its own page. */
export const holdDocument = (reader: Page) => reader.press('この結果で進む', { outcome: 'matched' })

/** At the provider's own page for a card. */
export const typeCard = (card: Page) =>
  card.press('このカードを登録する', {
    number: '4242424242424242',
    expiry: '12/30',
    holder: 'NAOKO YAMAMOTO',
  })
