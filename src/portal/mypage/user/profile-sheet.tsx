import { Card } from '#ui/card.tsx'
import { Section } from '#ui/layout.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { editPage, parts, type PartName } from './parts.ts'
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

const change = (part: PartName) => ({ href: editPage(part), label: parts[part].label })

/** What is registered: where we write and call, and who the member says to be. */
export function ProfileSheet({ profile }: { readonly profile: Profile }) {
  return (
    <>
      <Section id="contact" title="連絡先">
        <Card>
          <SummaryList
            entries={[
              { term: 'メールアドレス', value: emailOf(profile), change: change('email') },
              { term: '連絡先の電話番号', value: phoneOf(profile), change: change('phone') },
            ]}
          />
        </Card>
      </Section>
      <Section id="person" title="氏名と住所">
        <Card>
          <SummaryList
            entries={[
              { term: '氏名', value: nameOf(profile), change: change('name') },
              { term: 'フリガナ', value: kanaOf(profile) },
              { term: '住所', value: addressOf(profile), change: change('address') },
              { term: '生年月日', value: birthOf(profile) },
              { term: '性別', value: genderOf(profile) },
            ]}
          />
        </Card>
      </Section>
    </>
  )
}
