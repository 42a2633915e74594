import { Card } from '#ui/card.tsx'
import { Section } from '#ui/layout.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import {
  addressOf,
  birthOf,
  emailOf,
  genderOf,
  kanaOf,
  nameOf,
  phoneOf,
  type Profile,
} from './profile-words.ts'

/** What is registered: where we write and call, and who the member says to be. */
export function ProfileSheet({ profile }: { readonly profile: Profile }) {
  return (
    <>
      <Section id="contact" title="連絡先">
        <Card>
          <SummaryList
            entries={[
              { term: 'メールアドレス', value: emailOf(profile) },
              { term: '連絡先の電話番号', value: phoneOf(profile) },
            ]}
          />
        </Card>
      </Section>
      <Section id="person" title="氏名と住所">
        <Card>
          <SummaryList
            entries={[
              { term: '氏名', value: nameOf(profile) },
              { term: 'フリガナ', value: kanaOf(profile) },
              { term: '住所', value: addressOf(profile) },
              { term: '生年月日', value: birthOf(profile) },
              { term: '性別', value: genderOf(profile) },
            ]}
          />
        </Card>
      </Section>
    </>
  )
}
