import { useMemo } from 'react'
import { useLanguage } from '#client/core/session/preferences.ts'
import { type EditableForm, withoutForeignSettings } from '#client/form/draft.ts'
import { type ExpressionIssue, expressionIssues } from '#shared/form/expression-issues.ts'
import { formatDefaultTitle } from '#shared/form/rules.ts'

/** What is wrong with the expressions of a form, by question: the same map until one of them changes. */
export function useExpressionIssues(draft: EditableForm): ReadonlyMap<string, readonly ExpressionIssue[]> {
  const language = useLanguage()
  const found = useMemo(() => {
    const named = withoutForeignSettings(draft).sections.map(({ questions }) => ({
      questions: questions.map((question, place) => ({
        ...question,
        name: question.name || formatDefaultTitle('questionTitle', place + 1, language),
      })),
    }))
    return JSON.stringify(expressionIssues(named))
  }, [draft, language])
  return useMemo(() => Map.groupBy(JSON.parse(found) as ExpressionIssue[], ({ questionId }) => questionId), [found])
}
