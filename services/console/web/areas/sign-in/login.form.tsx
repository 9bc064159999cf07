import type { Challenge } from '@workspace-platform/client/identity'
import { useEffect, useState } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { identityCalls, loadMember, refreshMember } from '../../app/session.ts'
import { nextPage } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toProblem } from '../../ui/problem.ts'
import { useForm } from '../../ui/use-form.ts'
import { SecondFactor } from './second-factor.form.tsx'
import { SignInCard } from './sign-in.frame.tsx'
import styles from './sign-in.module.css'

/** Opens a page of the console, such as `/clients`. */
export type OpenPage = (path: string, options?: { replace?: boolean }) => Promise<void>

type Props = { next: string | undefined; open: OpenPage }

type Workspaces = { id: string; name: string | null }[]

/** The login form, its second step and the choice of a workspace. Does not need the router. */
export const Login = ({ next, open }: Props) => {
  const text = useText()
  const target = nextPage(next)
  const isAdmin = target.startsWith('/platform')
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [workspaces, setWorkspaces] = useState<Workspaces | null>(null)
  useEffect(() => {
    // A user who is logged in, in this or another tab, needs no login page.
    loadMember().then(
      (member) => member && open(target, { replace: true }),
      () => undefined,
    )
  }, [open, target])

  const enter = async (): Promise<void> => {
    await refreshMember()
    await open(target)
  }

  const logIn = async (email: string, password: string, workspaceId?: string): Promise<void> => {
    const body = { email, password, ...(workspaceId && { workspaceId }) }
    const reply = await (isAdmin ? identityCalls.adminLogin({ body }) : identityCalls.login({ body }))
    if ('workspaceRequired' in reply) setWorkspaces(reply.workspaces)
    else if ('mfaRequired' in reply) setChallenge(reply.challenge)
    else await enter()
  }
  const form = useForm({
    initial: { email: '', password: '' },
    check: ({ email, password }) => ({
      ...(email.trim() === '' && { email: text('form.required') }),
      ...(password === '' && { password: text('form.required') }),
    }),
    submit: ({ email, password }) => logIn(email.trim(), password),
  })

  if (challenge)
    return (
      <SecondFactor
        challenge={challenge}
        isAdmin={isAdmin}
        onDone={enter}
        onBack={() => setChallenge(null)}
      />
    )
  if (workspaces)
    return (
      <WorkspaceChoice
        workspaces={workspaces}
        onChoose={(id) => logIn(form.values.email.trim(), form.values.password, id)}
        onBack={() => setWorkspaces(null)}
      />
    )
  return (
    <SignInCard title={text('signIn.title')} text={text(isAdmin ? 'signIn.adminText' : 'signIn.text')}>
      <Form form={form} label={text('signIn.title')}>
        <TextField
          label={text('signIn.email')}
          type="email"
          autoComplete="username"
          autoFocus
          {...form.field('email')}
        />
        <PasswordField
          label={text('signIn.password')}
          autoComplete="current-password"
          {...form.field('password')}
        />
        <Button type="submit" kind="primary" size="large" isWide isBusy={form.isBusy}>
          {text('signIn.submit')}
        </Button>
      </Form>
      <div className={styles['links']}>
        <PageLink to="/forgot-password" open={open}>
          {text('signIn.forgot')}
        </PageLink>
        {!isAdmin && (
          <span>
            {text('signIn.new')}{' '}
            <PageLink to="/signup" open={open}>
              {text('signIn.signup')}
            </PageLink>
          </span>
        )}
      </div>
    </SignInCard>
  )
}

/** A link that opens in this document, unless the user asks for another tab. */
const PageLink = ({ to, open, children }: { to: string; open: OpenPage; children: ReactNode }) => {
  const onClick = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open(to).catch(() => location.assign(`/console${to}`))
  }
  return (
    <a href={`/console${to}`} className={styles['link']} onClick={onClick}>
      {children}
    </a>
  )
}

type ChoiceProps = {
  workspaces: Workspaces
  onChoose: (workspaceId: string) => Promise<void>
  onBack: () => void
}

/** Asks users who belong to several workspaces which one to open. */
const WorkspaceChoice = ({ workspaces, onChoose, onBack }: ChoiceProps) => {
  const text = useText()
  const [failure, setFailure] = useState<unknown>(null)
  const choose = async (workspaceId: string): Promise<void> => {
    setFailure(null)
    try {
      await onChoose(workspaceId)
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <SignInCard title={text('signIn.workspaces')} text={text('signIn.workspacesText')}>
      {failure !== null && <Notice tone="bad">{toProblem(failure, text).message}</Notice>}
      <div className={styles['choices']}>
        {workspaces.map(({ id, name }) => (
          <button key={id} type="button" className={styles['choice']} onClick={() => void choose(id)}>
            <Avatar name={name ?? '?'} id={id} />
            {name ?? text('signIn.unnamed')}
          </button>
        ))}
      </div>
      <div className={styles['links']}>
        <button type="button" className={styles['link']} onClick={onBack}>
          {text('signIn.back')}
        </button>
      </div>
    </SignInCard>
  )
}
