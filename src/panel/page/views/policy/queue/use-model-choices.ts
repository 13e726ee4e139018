import type { Capabilities, Status } from '../../../wire/answers.ts';
import { useResource } from '../../../wire/resource.ts';
import { useDraft } from '../draft.tsx';
import { type ChoiceGroup, modelChoices } from './model-choice.ts';

const STATUS_EVERY_MS = 5_000;

/** What can be chosen where a model is wanted. With nothing set up in Hermes everything known is offered from the start. */
export function useModelChoices(showAll: boolean): {
  readonly groups: readonly ChoiceGroup[];
  readonly isSetUp: boolean;
} {
  const { edited } = useDraft();
  const status = useResource<Status>('/status', STATUS_EVERY_MS);
  const capabilities = useResource<Capabilities>('/capabilities', null);
  const configured = status.data?.configured_models ?? [];
  const isSetUp = configured.length > 0;
  const known = showAll || (status.data !== null && !isSetUp) ? capabilities.data?.models : null;
  return { groups: modelChoices({ configured, policy: edited.policy, known }), isSetUp };
}
