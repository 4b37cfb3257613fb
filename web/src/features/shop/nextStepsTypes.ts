export interface NextStep {
  code: string;
  message: string;
  command: string | null;
}

export interface NextSteps {
  steps: NextStep[];
}
