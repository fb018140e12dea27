// Keeps ONNX Runtime from telling its maker what it is used for, which its packages for Linux and macOS do from 1.29
// on: each process makes itself an identity below the home folder and sends which nets it opens and how fast they run
// (github.com/microsoft/onnxruntime/pull/27379). It reads this variable when the first net is opened. Native code does
// not see what a thread writes into its environment, so whoever starts threads that open nets imports this too.
process.env.ORT_DISABLE_TELEMETRY = '1';
