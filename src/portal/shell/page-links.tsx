import { TextLink } from '#ui/text-link.tsx'
import type { NavigationPage } from '#portal/shell/navigation-model.ts'

/** The links of one category. Plain anchors: the owner of the list follows them in the app. */
export function PageLinks({ pages }: { pages: readonly NavigationPage[] }) {
  return (
    <ul role="list">
      {pages.map(({ name, url, isSub, isTargetBlank, isRouterLink }) => (
        <li key={url} data-sub={isSub || undefined}>
          <TextLink href={url} external={isTargetBlank} data-plain={!isRouterLink || undefined}>
            {name}
          </TextLink>
        </li>
      ))}
    </ul>
  )
}
