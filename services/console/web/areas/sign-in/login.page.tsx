import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import type { Challenge } from '@workspace-platform/client/identity'
import { useEffect, useState } from 'react'
import { identityCalls, loadMember } from '../../app/session.ts'
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
import { SignInCard } from './sign-in.layout.tsx'
import styles from './sign-in.module.css'
import { useEnter } from './use-enter.ts'

const route = getRouteApi('/sign-in/login')

type Workspaces = { id: string; name: string | null }[]

export const LoginPage = () => {
  const text = useText()
  const { next } = route.useSearch()
  const { history } = useRouter()
  const enter = useEnter(next)
  const isAdmin = nextPage(next).startsWith('/platform')
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [workspaces, setWorkspaces] = useState<Workspaces | null>(null)
  useEffect(() => {
    // A user who is logged in, in this or another tab, needs no login page.
    const target = `/console${nextPage(next)}`
    loadMember().then(
      (member) => member && history.replace(target),
      () => undefined,
    )
  }, [history, next])

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
        <Link to="/forgot-password" className={styles['link']!}>
          {text('signIn.forgot')}
        </Link>
        {!isAdmin && (
          <span>
            {text('signIn.new')}{' '}
            <Link to="/signup" className={styles['link']!}>
              {text('signIn.signup')}
            </Link>
          </span>
        )}
      </div>
    </SignInCard>
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
