import { developerPages } from '#vocabulary/site-pages.ts'
import type { Fragment } from '../content/source.ts'
import { fieldList, valueEntries } from './fields-markup.ts'
import { fieldsOf, valuesOf, type Forms } from './fields.ts'
import { referencePage } from './reference-page.ts'

/** The named forms that several answers have, and the long lists of values. */
export function formsFragment(forms: Forms): Fragment {
  const names = [...forms.shared].toSorted()
  return referencePage({
    path: developerPages.forms,
    lead: '<span data-title="返るものの共通の形（API）" data-description="いくつもの呼び出しの答えに出てくる、回線・料金の明細・申し込めるかどうかなどの共通の形と、決まった値の一覧です。項目の名前と型、意味を、OpenAPIの文書から作って載せています。" hidden></span>',
    text: [
      '<h1>返るものの共通の形</h1>',
      '<p>いくつもの答えに出てくる形を、名前の順にまとめています。</p>',
      ...names.map((name) => `<h2 id="${name}"><code>${name}</code></h2>\n${formOf(name, forms)}`),
    ].join('\n'),
  })
}

function formOf(name: string, forms: Forms): string {
  const schema = forms.schemas.get(name) ?? {}
  const values = valuesOf(schema)
  return values.length > 0 ? valueEntries(values) : fieldList(fieldsOf(schema, name, forms))
}
