import { useLinks } from '#portal/mypage/shared/use-links.ts'
import { TextLink } from '#ui/text-link.tsx'

/** The inquiry desk, in a sentence; where the site's links are not known, its name. */
export function InquiryLink() {
  const inquiry = useLinks()?.inquiry
  if (inquiry === undefined) return 'お問い合わせ窓口'
  return (
    <TextLink href={inquiry} external>
      お問い合わせ窓口
    </TextLink>
  )
}
