// Turns off the telemetry of ONNX Runtime, which its Linux and macOS packages enable from 1.29 on. Each process would
// store an identity in the home folder and report the nets it opens and their speed
// (github.com/microsoft/onnxruntime/pull/27379). The runtime reads the variable when it opens the first net. Native
// code does not see a thread's environment, so a module that starts threads with nets imports this too.
process.env.ORT_DISABLE_TELEMETRY = '1';
